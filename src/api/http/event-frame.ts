/** A frame of an event stream. JSON has no line breaks of its own, so one `data` line holds everything. */
export function eventFrame(id: number, event: string, data: object): string {
  return `id: ${String(id)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
