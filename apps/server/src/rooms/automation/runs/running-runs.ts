/** The runs of this process: a cancellation that it is told of reaches them at once. */
export interface RunningRuns {
    begin(runId: string): RunningRun;
    cancel(runId: string): void;
}

export interface RunningRun {
    /** Aborted where it was cancelled, or is another server's by now. */
    readonly signal: AbortSignal;
    abort(): void;
    end(): void;
}

export function createRunningRuns(): RunningRuns {
    const running = new Map<string, AbortController>();
    return {
        begin(runId) {
            const ended = new AbortController();
            running.set(runId, ended);
            return { signal: ended.signal, abort: () => ended.abort(), end: () => running.delete(runId) };
        },
        cancel: (runId) => running.get(runId)?.abort()
    };
}
