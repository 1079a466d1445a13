import { type MethodCall } from '../method-call.js';
import { toJson } from '../to-json.js';

/** What `toLocaleString` and its like write where no language is named. */
const LANGUAGE = 'en-US';

/** Options of `Intl`, as a document gives them. */
export type LocaleOptions = Readonly<Record<string, never>>;

/**
 * A value written as people of a language write it: the second argument names the language, the third
 * is the options.
 */
export function localeText(
  call: MethodCall,
  write: (locale: string | string[], options: LocaleOptions) => string,
  defaults: object = {},
): string {
  const given = toJson(call.args[2], call.meter);
  // Intl refuses what is no option of it.
  const options = { ...defaults, ...(given as object | null | undefined) } as LocaleOptions;
  const languages = call.isGiven(1) ? toJson(call.args[1], call.meter) : LANGUAGE;
  try {
    const text = write(languages as string | string[], options);
    call.meter.text(text.length);
    return text;
  } catch {
    return call.fail('there is no such language, or no such option');
  }
}
