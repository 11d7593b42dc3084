import { type Runner, type RunnerOptions, startRunner, type WallLevel } from '@patchbay/runner';
import type { BaseDeps } from '../../../deps.ts';

/** The processes that run deployed code. They start with its first run. */
export interface FunctionRunner {
    get(): Promise<Runner>;
    /** Starts a process to see what is between code and this machine, once, and logs it. */
    wall(): Promise<Wall>;
    close(): Promise<void>;
}

export interface Wall {
    level: WallLevel;
    /** Why it is not `full`, in a sentence. */
    reason: string | null;
}

export function createFunctionRunner({ log }: Pick<BaseDeps, 'log'>, options: Partial<RunnerOptions> = {}): FunctionRunner {
    let running: Promise<Runner> | undefined;
    let wall: Promise<Wall> | undefined;
    const start = (pool: RunnerOptions['pool'] = {}) =>
        startRunner({
            ...options,
            pool: { ...options.pool, ...pool },
            log: (level, event, { code, ...fields }) =>
                log[level](event, { ...(code === undefined ? {} : { code: String(code) }), reason: JSON.stringify(fields) })
        });
    const probe = async (): Promise<Wall> => {
        // Nothing is deployed yet: more processes would wait for nothing.
        const runner = await (running ?? start({ spares: 0 }));
        if (!running) await runner.close();
        const { level, reason } = runner.wall;
        const fields = { code: level, ...(reason !== null && { reason }) };
        if (level === 'unavailable') log.warn('function_wall_missing', fields);
        else log.info('function_wall', fields);
        return { level, reason };
    };
    return {
        get: () => (running ??= start()),
        wall: () => (wall ??= probe()),
        async close() {
            await (await running)?.close();
        }
    };
}
