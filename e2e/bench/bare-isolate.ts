import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { testFacts } from '@patchbay/functions/testing';
import type { Host } from '@patchbay/functions';
import type { Code } from '@patchbay/runner';
import ivm from 'isolated-vm';

const runtime = readFileSync(createRequire(import.meta.url).resolve('@patchbay/runner/isolate'), 'utf8');
const limits = JSON.stringify({ callsInFlight: 64, callsQueued: 1_000, logLines: 100, logBytes: 100_000, outputBytes: 1_000_000 });

/** The same bundle in the same isolate, in this process: without processes, limits and checks. */
export async function openBareIsolate({ source }: Code, host: Host): Promise<{ run(): Promise<void>; close(): void }> {
    const isolate = new ivm.Isolate();
    const context = await isolate.createContext();
    const evaluate = async (text: string): Promise<ivm.Reference> => (await isolate.compileScript(text)).run(context, { reference: true });
    let ended: () => void = () => undefined;
    const send = new ivm.Callback(
        (message: string, run: number, seq: number, method: keyof Host, args: string) => {
            if (message === 'done') ended();
            else if (message === 'call')
                // Of one method, which the bundle calls.
                void host
                    .request(JSON.parse(args) as never)
                    .then((value) => receive.applyIgnored(undefined, ['ret', run, seq, true, JSON.stringify(value)]));
            else throw new Error(`${message} ${method}`);
        },
        { ignored: true }
    );
    const boot = await evaluate(
        `(() => {"use strict"; const module = { exports: {} }, exports = module.exports;\n${runtime}\nreturn exports.boot; })()`
    );
    const receive: ivm.Reference = await boot.apply(undefined, [send, new ivm.Callback(() => '-')], { result: { reference: true } });
    const wrapper = await evaluate(`(function (exports, require, module) {\n${source}\n})`);
    await receive.apply(undefined, ['load', 0, wrapper.derefInto()]);
    return {
        run: () =>
            new Promise((resolve) => {
                ended = resolve;
                receive.applyIgnored(undefined, ['run', 0, 'action', JSON.stringify(testFacts), '{"name":"Ada"}', limits]);
            }),
        close: () => isolate.dispose()
    };
}
