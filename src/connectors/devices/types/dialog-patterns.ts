/** Questions that end a line in more than one type's dialog. */
export const QUESTION =
  /(?:\[confirm\]|\[y\/n\]:?|\(y\/n\)\??:?|\(y\/n\)\? ?\[[yn]\]:?|\[yes\/no\]:?|\(yes\/no\):?|\[yes,no\]\s?\((?:yes|no)\)|\(yes\/no\/cancel\)\s?(?:\[\w{1,6}\])?:?|\]\?|[Pp]assword:|[Pp]assphrase:)\s?$/;

/** Typed before a question mark by readline and its relatives: control-V. */
export const CONTROL_V = '\u0016';

/** `% Invalid input detected at '^' marker.` and its relatives. */
export const PERCENT_REFUSAL =
  /^% ?(?:invalid|incomplete|ambiguous|unknown|unrecogni[sz]ed|unavailable|bad|cannot|could not|error|access denied|permission denied|authorization|not allowed|failed|no such|duplicate)/i;

/** The same message with a subject in front: `% 10.0.0.0 overlaps with GigabitEthernet0/1`. */
export const PERCENT_OBJECTION =
  /^% ?[^%]{1,200} (?:overlaps|is not|are not|does not|cannot|must|denied|failed|rejected|conflicts)/i;
