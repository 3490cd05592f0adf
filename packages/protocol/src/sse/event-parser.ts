export interface ServerSentEvent {
  readonly data: string;
  /** The last event id: that of this event or, where it has none, of one before it. */
  readonly id?: string;
  readonly event?: string;
}

export interface EventParser {
  /** Takes the next piece of the text and returns the events that it completes. */
  push(piece: string): readonly ServerSentEvent[];
  /** Whether the event that comes next is beyond the limit; nothing is read after that. */
  isTooLarge(): boolean;
}

/** The line format of server-sent events (WHATWG HTML §9.2.6), over text in pieces. */
export function createEventParser(maxEventBytes: number): EventParser {
  let endedInCr = false;
  let tooLarge = false;
  /** The beginning of a line that is not complete yet. */
  let rest = "";
  let data: string | undefined;
  let id = "";
  let type = "";

  function takeField(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "data") data = data === undefined ? value : `${data}\n${value}`;
    else if (name === "event") type = value;
    else if (name === "id" && !value.includes("\0")) id = value;
    // A character has at least one byte. Bytes are counted once, when the event is complete.
    tooLarge = data !== undefined && data.length > maxEventBytes;
  }

  function takeEvent(events: ServerSentEvent[]): void {
    tooLarge = data !== undefined && data.length * 3 > maxEventBytes && byteLength(data) > maxEventBytes;
    if (data !== undefined && !tooLarge) {
      const event: { data: string; id?: string; event?: string } = { data };
      if (id !== "") event.id = id;
      if (type !== "") event.event = type;
      events.push(event);
    }
    data = undefined;
    type = "";
  }

  function push(piece: string): readonly ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    if (piece === "") return events;
    // CRLF and CR become LF; a CR at the end of one piece and an LF at the beginning of the next are one line break.
    let text = endedInCr && piece.startsWith("\n") ? piece.slice(1) : piece;
    endedInCr = piece.endsWith("\r");
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0 && !tooLarge; end = text.indexOf("\n", from)) {
      const line = rest + text.slice(from, end);
      if (line === "") takeEvent(events);
      else takeField(line);
      rest = "";
      from = end + 1;
    }
    // Only new text is searched and the line grows as a rope, so an event in many pieces costs no more than its size.
    rest += text.slice(from);
    tooLarge ||= rest.length - "data: ".length > maxEventBytes;
    return events;
  }

  return { push, isTooLarge: () => tooLarge };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
