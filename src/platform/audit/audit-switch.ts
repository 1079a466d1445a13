/** Whether changes are recorded. A port: the active profile says so, and profiles are a domain's. */
export abstract class AuditSwitch {
  /** As it was at most one second ago. */
  abstract isOn(): Promise<boolean>;
}
