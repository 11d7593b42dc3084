/** @returns what this process holds in memory; 0 where there is no `/proc` */
export function residentBytes(): number {
    try {
        return process.memoryUsage.rss();
    } catch {
        return 0;
    }
}
