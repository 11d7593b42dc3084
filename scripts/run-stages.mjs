import { Interrupted } from './user-error.mjs';

/**
 * Runs all stages in turn, also after a failed one. The last line printed is `N passed, N failed`;
 * a stage that can't count its tests counts as one.
 * @param {import('./stages.mjs').Stage[]} stages
 * @returns {Promise<number>} the exit code
 */
export async function runStages(stages) {
    const lines = [];
    let passed = 0;
    let failed = 0;
    for (const { name, run } of stages) {
        console.log(`\n── ${name}`);
        const startedAt = performance.now();
        const outcome = await run().catch(asFailure);
        const line = `${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(18)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
        console.log(line);
        lines.push(line);
        passed += outcome.passed;
        failed += outcome.failed;
    }
    console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
}

/** @param {unknown} error */
function asFailure(error) {
    if (error instanceof Interrupted) throw error;
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
}
