/** Milliseconds of processor time, unaffected by other load. @param work synchronous */
export function processorMs(work: () => void): number {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
}
