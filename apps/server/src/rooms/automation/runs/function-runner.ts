import { type Runner, type RunnerOptions, startRunner, type WallLevel } from '@patchbay/runner';
import type { BaseDeps } from '../../../deps.ts';

/** The processes that run deployed code. They start with its first run. */
export interface FunctionRunner {
    get(): Promise<Runner>;
    /** Starts a process to see what is between code and this machine, and logs it. */
    wall(): Promise<Wall>;
    close(): Promise<void>;
}

export interface Wall {
    level: WallLevel;
    /** Why there is none, in a sentence. */
    reason: string | null;
}

export function createFunctionRunner({ log }: Pick<BaseDeps, 'log'>, options: Partial<RunnerOptions> = {}): FunctionRunner {
    let running: Promise<Runner> | undefined;
    const start = () =>
        startRunner({
            ...options,
            log: (level, event, { code, ...fields }) =>
                log[level](event, { ...(code === undefined ? {} : { code: String(code) }), reason: JSON.stringify(fields) })
        });
    return {
        get: () => (running ??= start()),
        async wall() {
            const runner = await (running ?? start());
            // Nothing is deployed yet: its processes would wait for nothing.
            if (!running) await runner.close();
            const { level, reason } = runner.wall;
            if (level === 'unavailable') log.warn('function_wall_missing', { reason: reason ?? '' });
            else log.info('function_wall', { code: level });
            return { level, reason };
        },
        async close() {
            await (await running)?.close();
        }
    };
}
