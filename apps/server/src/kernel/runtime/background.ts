export interface Background {
    run(work: Promise<void>): void;
    /** The server stops: long work that can be continued later ends here. */
    readonly isFinishing: boolean;
}

/** Keeps count of work that outlives its request, so that stopping can wait for it. */
export function createBackground(): Background & { finish(): Promise<void> } {
    const running = new Set<Promise<void>>();
    let isFinishing = false;
    return {
        get isFinishing() {
            return isFinishing;
        },
        run(work) {
            running.add(work);
            void work.finally(() => running.delete(work));
        },
        async finish() {
            isFinishing = true;
            while (running.size > 0) await Promise.allSettled(running);
        }
    };
}
