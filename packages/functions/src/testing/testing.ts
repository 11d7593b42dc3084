/** Runs functions in unit tests, with recorded or handwritten responses and without a server. */
export { type Answer, Answers } from './answers.ts';
export { jsonResponse, type MemoryContents, MemoryHost, surfaced, testFacts } from './memory-host.ts';
export { type Exchange, recordExchanges, type Recording, recordingSchema } from './recording.ts';
export { runFunction, type TestOptions, type TestRequest, type TestRun } from './run-function.ts';
