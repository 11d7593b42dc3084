// For every commit: everything of `npm test` but the browser journeys and the slow tests.
import { runMain } from './user-error.mjs';
import { runStages } from './run-stages.mjs';
import { fastTests, staticStages } from './stages.mjs';

await runMain(() => runStages([...staticStages, fastTests]));
