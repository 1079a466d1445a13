/** Texts of the screens of devices. */

export const addDevice = 'Add a device';
export const addSchedule = 'Add a schedule';
export const allDevices = 'All devices';
export const allDevicesOfGroups = 'All devices of the groups';
export const allDevicesOfTypes = 'All devices of the types';
export const askDeleteSchedule = (name: string): string =>
  `Delete ${name}? Backups that it has taken stay.`;
export const backItUpNow = 'Back it up now';
export const backUp = 'Back up';
export const backUpNow = 'Back up now';
export const backupHasBegun = 'The backup has begun';
export const backupOfHasBegun = (devices: string): string => `The backup of ${devices} has begun`;
export const bytes = 'Bytes';
export const changeOrPutBack = (name: string, isChange: boolean): string =>
  `${isChange ? 'Change' : 'Put a version back on'} ${name}`;
export const changeWasSent = 'The change was sent';
export const chosenVersion = 'The chosen version';
export const configuration = 'Configuration';
export const countedDevices = (count: number): string =>
  count === 1 ? '1 device' : `${count} devices`;
export const cronHelp = 'Minute, hour, day, month, weekday: 0 2 * * * is every night at two.';
export const deviceExists = (name: string): string => `There is a device ${name} already`;
export const deviceIsAdded = 'The device is added';
export const deviceTookEveryLine = 'The device took every line.';
export const enablePassword = 'Enable password';
export const enablePasswordHelp = 'For an account that starts unprivileged.';
export const everyMinutes = (minutes: number): string => `every ${minutes} minutes`;
export const fingerprint = 'Fingerprint of the host key';
export const fingerprintHelp = 'SHA256: and 43 characters, as ssh-keygen -l shows it.';
export const firstKey = 'The first one that it shows';
export const groupNamed = (group: string): string => `group ${group}`;
export const hostHelp = 'A name or an address.';
export const hostKey = 'Host key that it is known by';
export const isLocked = 'something works on it now';
export const isRegularExpression = 'The text is a regular expression (RE2)';
export const knownKey = 'The one with this fingerprint';
export const last = 'Last';
export const lastBackup = 'Last backup';
export const lastFailure = 'Last failure';
export const lastSuccess = 'last success';
export const lineOfDevice = (number: number, name: string): string => `Line ${number} of ${name}`;
export const linesByKind = (
  added: number,
  removed: number,
  changed: number,
  equal: number,
): string => `${added} added, ${removed} removed, ${changed} changed, ${equal} equal`;
export const linesHelp = 'Nothing is sent to the device before you have seen what they change.';
export const linesOfConfiguration = 'Lines of configuration';
export const linesTaken = (count: number): string => `${count} lines, taken`;
export const linesWith = 'Lines with';
export const noBackupYet = 'no backup yet';
export const noDeviceMatches = 'No device that you may see matches.';
export const noDevicesYet = 'There are none yet that you may see.';
export const noLineMatches = 'No line matches';
export const noSchedules = 'Without one, backups are taken when somebody asks for them.';
export const noVersions = 'Its first backup makes one.';
export const notes = 'Notes';
export const orEveryMinutes = 'Or every so many minutes';
export const passphrase = 'Passphrase of the private key';
export const partsOfDevices = 'Parts of devices';
export const port = 'Port';
export const predictedPlan = (predicted: boolean): string =>
  `${predicted ? 'All of it is predicted' : 'Not all of it is predicted'}, plan`;
export const privateKey = 'Private key';
export const privateKeyHelp = 'In PEM or OpenSSH format. It is not shown again.';
export const pushExactlyThis = 'Push exactly this';
export const putBackDevice = 'Put it back on the device';
export const scheduleIsAdded = 'The schedule is added';
export const schedules = 'Schedules';
export const schedulesOfBackups = 'Schedules of backups';
export const scope = 'In';
export const scopeHelp = 'The newest version of each device, or all versions of all times.';
export const search = 'Search';
export const searchNote = 'Search over the versions of all devices';
export const searchOn = 'Search on';
export const searchProgress = (searched: number, total: number, count: number): string =>
  `${searched} of ${total} versions searched, ${count} with such lines`;
export const secretsAreMasked = '; secrets are masked';
export const separatedByCommas = 'Separated by commas.';
export const secretHelp = 'It is not shown again.';
export const signsInBy = 'The platform signs in by';
export const skippedOverlap = 'skipped: the one before went on';
export const taken = 'Taken';
export const tickOneOrTwo = 'Tick one to read it, two to compare';
export const timeZoneOfExpression = 'Time zone of the expression';
export const typeNamed = (type: string): string => `type ${type}`;
export const whatDiffers = 'What differs';
export const xml = 'XML';
