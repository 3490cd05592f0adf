import type { Rows } from "../requirement.ts";

/** What a2akit promises beyond the specification: the event log, runs, limits. */
export const promiseRows = {
  "log-listed": ["event log", "A streaming agent's card lists the extension urn:a2akit:event-log:1."],
  "log-echoed": ["event log", "The extension is active when asked for in A2A-Extensions, and echoed there."],
  "log-off": ["event log", "Where it is not asked for, no frame has an id."],
  "log-ids": ["event log", "Each frame's id is the number of its entry; numbers rise."],
  "log-resume": ["event log", "Last-Event-ID n answers with the Task up to n and then every entry after n, once."],
  "log-resume-terminal": ["event log", "That holds for a finished task, too."],
  "log-bad-position": ["event log", "A Last-Event-ID that is no number, or is ahead of the log, is invalid."],
  "log-send": ["event log", "Last-Event-ID on SendStreamingMessage is invalid: posting again would run twice."],
  "log-message": ["event log", "The frame of a direct Message has no id."],
  "artifact-append": ["event log", "An appended chunk extends the parts of the artifact and merges none."],
  "history-order": ["event log", "A replaced status message moves to the history, in the order of the log."],
  "run-completes": [
    "runs",
    "A task whose agent returns without a final or interrupting state is COMPLETED; nothing else is added.",
  ],
  "run-fenced": ["runs", "Nothing is published after a terminal state."],
  "run-throws": ["runs", "An agent that throws leaves a FAILED task with a message that gives nothing away."],
  "run-queued": ["runs", "A message to a task that works is kept, and its run starts when the current one ends."],
  "run-queued-terminal": ["runs", "If the task is terminal by then, that message is UnsupportedOperationError."],
  "run-outlives-caller": ["runs", "A caller that goes away does not end the task."],
  "cancel-reaches-agent": ["runs", "Canceling aborts the agent's signal and waits for it."],
  "cancel-ignored": ["runs", "An agent that ignores it is fenced out after a grace, and the task is CANCELED."],
  "cancel-too-late": ["runs", "If the task ends otherwise meanwhile, canceling is TaskNotCancelableError."],
  "cancel-parked": ["runs", "An interrupted task without an agent at work is canceled at once."],
  "subscribe-parked": ["runs", "A subscription to a task that waits for input stays open for the next turn."],
  "http-status": [
    "limits",
    "401, 404, 405 with Allow, 413, 415 and 429 keep their HTTP status and have a JSON-RPC body; the rest is 200.",
  ],
  "limit-body": ["limits", "A body over the limit is 413."],
  "limit-nesting": ["limits", "JSON that is nested too deep is refused."],
  "limit-parts": ["limits", "A message with too many parts is refused."],
  "limit-streams": [
    "limits",
    "A caller with too many open streams is refused another, and may open one when one has ended.",
  ],
  "limit-tasks": ["limits", "Where too many agents run, no other one is started until one has ended."],
  "limit-task-bytes": ["limits", "A task that grows over its limit fails with a status that says so."],
  "proto-keys": ["limits", "The member names __proto__ and constructor are invalid on typed objects."],
} as const satisfies Rows;
