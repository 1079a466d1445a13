/** What people did wrong, in words. */
export class SigningError extends Error {}
/** Each says what it has written. */
export function writeKeys(name: string): string;
export function signFile(file: string, keyFile: string): string;
export function verifyFile(file: string, keyFile: string): string;
