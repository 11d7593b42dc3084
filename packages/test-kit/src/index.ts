/** What the sandbox accepts: its accounts, keys and users. */
export * from '@patchbay/sandbox/accounts';
export { manualClock, type ManualClock } from './manual-clock.ts';
export { sandboxClient, startTestApp, type EndUser, type TestApp, type TestAppOptions } from './start-test-app.ts';
export { type Consent, consentAt, TestBrowser } from './test-browser.ts';
