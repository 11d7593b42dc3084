/**
 * `npm run conform -- [<vendor> …] [--json | --markdown | --docs]`: see `docs/conformance.md`. Runs
 * the cases of each vendor's models, prints each of them and then the coverage; exit code 1 when
 * one has failed.
 */
import { parseArgs } from 'node:util';
import { writeCoverage } from './coverage-document.ts';
import { asJson, asMarkdown, asText, hasFailed, runVendors, summaryOf, UserError } from './run-vendors.ts';

try {
    process.exitCode = await main();
} catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
}

async function main(): Promise<number> {
    const { values, positionals } = readArguments();
    const isForPrograms = values.json === true || values.markdown === true;
    const asked = new AbortController();
    process.once('SIGINT', () => asked.abort()).once('SIGTERM', () => asked.abort());
    const runs = await runVendors(positionals, {
        env: process.env,
        signal: asked.signal,
        // What a program reads is alone on standard output.
        tell: isForPrograms ? (line) => console.error(line) : (line) => console.log(line)
    });
    console.log(values.json ? asJson(runs) : values.markdown ? asMarkdown(runs) : `\n${asText(runs)}`);
    (isForPrograms ? console.error : console.log)(summaryOf(runs));
    if (values.docs) writeCoverage(runs);
    return hasFailed(runs) || asked.signal.aborted ? 1 : 0;
}

function readArguments() {
    try {
        return parseArgs({
            allowPositionals: true,
            options: { json: { type: 'boolean' }, markdown: { type: 'boolean' }, docs: { type: 'boolean' } }
        });
    } catch (error) {
        throw new UserError(error instanceof Error ? error.message : String(error));
    }
}
