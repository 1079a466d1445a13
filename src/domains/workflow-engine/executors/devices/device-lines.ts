import { isJsonObject, type JsonValue } from '#kernel/json.js';
import { ownList, ownValue } from '#kernel/json-reading.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { cutText } from '#kernel/cut-text.js';
import { fault } from './device-input.js';

/** Lines that lead into a configuration, out of it, or keep it: a push does that by itself. */
const AROUND =
  /^(?:conf(?:ig(?:ure)?)?(?: (?:t(?:erm(?:inal)?)?|private|exclusive))?|end|commit(?: and-quit)?(?: comment .*)?|wr(?:ite)?(?: mem(?:ory)?)?|copy run(?:ning-config)? start(?:up-config)?)$/i;
/** Lines that look at a configuration, try it or give it up: a push would make a change of what was to be a trial. */
const NO_CONFIGURATION =
  /^(?:abort|clear|commit|discard|do|ping|rollback|show|traceroute|validate)(?: |$)/i;
const INTO = /^conf(?:ig(?:ure)?)?(?: |$)/i;
const HOSTS_MAX = 1000;

/** The devices that a task of a gateway names: in `_hosts`, or as nodes of inventories. */
export function hostsIn(input: TaskInput): readonly string[] {
  if (names(ownValue(input, '_groups') ?? '').length > 0)
    throw fault('_groups', 'must be empty: there are no groups of devices here, name them');
  const given = ownValue(input, '_hosts') ?? ownValue(input, 'inventory') ?? '';
  const hosts = [...new Set(names(given))];
  if (hosts.length === 0) throw fault('_hosts', 'must name a device');
  if (hosts.length > HOSTS_MAX) throw fault('_hosts', `must not name more than ${HOSTS_MAX}`);
  return hosts;
}

function names(given: JsonValue): readonly string[] {
  if (typeof given === 'string') return given.split(',').flatMap(trimmed);
  if (Array.isArray(given)) return given.flatMap(names);
  if (!isJsonObject(given)) return [];
  const nodes = ownList(given, 'nodeNames');
  return nodes.length > 0 ? nodes.flatMap(names) : names(ownValue(given, 'name') ?? '');
}

function trimmed(text: string): readonly string[] {
  return text.trim() === '' ? [] : [text.trim()];
}

/** What a task sends: a text, or a list of texts of one or more lines. @throws AppError `invalid-input` */
export function linesIn(input: TaskInput, ...keys: readonly string[]): readonly string[] {
  const given = keys.map((key) => ownValue(input, key)).find((value) => value !== undefined) ?? '';
  const texts = Array.isArray(given) ? given : [given];
  if (!texts.every((text) => typeof text === 'string'))
    throw fault(keys[0] ?? '', 'must be a text, or a list of texts');
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw fault(keys[0] ?? '', 'must have a line that is not empty');
  return lines;
}

/** Whether lines configure a device: they lead into its configuration themselves. */
export function configures(lines: readonly string[]): boolean {
  return lines.some((line) => INTO.test(line.trim()));
}

/**
 * Lines of a configuration without what leads into it, out of it, and keeps it.
 * @throws AppError `invalid-input` for a line that is a command and no configuration.
 */
export function configurationOf(lines: readonly string[]): readonly string[] {
  const config = lines.filter((line) => !AROUND.test(line.trim()));
  const other = config.find((line) => NO_CONFIGURATION.test(line.trim()));
  if (other === undefined) return config;
  throw fault('config', `must be lines of configuration alone, not "${cutText(other.trim(), 40)}"`);
}
