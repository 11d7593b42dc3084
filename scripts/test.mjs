// Everything that must hold before a release; the benchmarks are separate.
import { findChromium } from './find-chromium.mjs';
import { runMain } from './user-error.mjs';
import { runStages } from './run-stages.mjs';
import { allTests, browserJourneys, staticStages } from './stages.mjs';

await runMain(async () => {
    Object.assign(process.env, await findChromium(process.cwd()));
    return runStages([...staticStages, allTests, ...browserJourneys]);
});
