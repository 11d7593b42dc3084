export type ConsoleLevel = 'debug' | 'info' | 'warn' | 'error';

/** A console whose lines are those of the run. */
export function makeConsole(log: (level: ConsoleLevel, message: string) => void): Partial<Console> {
    const at =
        (level: ConsoleLevel) =>
        (...values: unknown[]) =>
            log(level, values.map(textOf).join(' '));
    return { log: at('info'), info: at('info'), debug: at('debug'), trace: at('debug'), warn: at('warn'), error: at('error') };
}

export function textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.stack ?? String(value);
    try {
        return JSON.stringify(value) ?? String(value);
    } catch {
        return Object.prototype.toString.call(value);
    }
}

export async function noFetch(): Promise<never> {
    throw new TypeError('Functions have no fetch. Use the proxy of their context, or its uncontrolledFetch for other public URLs.');
}
