/** Keeps count of work that outlives its request, so that stopping can wait for it. */
export function createBackground(): { run(work: Promise<void>): void; finish(): Promise<void> } {
    const running = new Set<Promise<void>>();
    return {
        run(work) {
            running.add(work);
            void work.finally(() => running.delete(work));
        },
        async finish() {
            while (running.size > 0) await Promise.allSettled(running);
        }
    };
}
