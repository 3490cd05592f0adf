/** With it, event ids are numbers of the task's log, after any of which a stream can be taken up again. */
export const EVENT_LOG_EXTENSION = "urn:a2akit:event-log:1";
