import type { Log } from './execution.ts';
import { Sandbox } from './sandbox.ts';
import { findPrograms, launchOfProcess, levelOf, rootedWall, type Wall, type WallLevel } from './wall.ts';

/** Where functions with `engine: 'process'` run, or why nowhere. */
export type ProcessWall = { wall: Wall; program: string } | { reason: string };

const PROBE_MB = 64;

/**
 * Finds by trying whether there is a full wall around a process that holds Node's own modules.
 * @param isolates the wall around isolates; @param trusted takes it where there is none
 */
export async function findProcessWall(
    isolates: { wall: Wall; level: WallLevel; reason: string | null },
    { log, trusted }: { log: Log; trusted: boolean }
): Promise<ProcessWall> {
    const { process: program } = findPrograms();
    const wall = isolates.level === 'full' ? rootedWall(program) : undefined;
    const problem = wall ? await problemOf(wall, program, log) : (isolates.reason ?? 'It needs sh, mount, chroot and env.');
    if (wall && problem === undefined) return { wall, program };
    if (trusted) return { wall: isolates.wall, program };
    return {
        reason:
            isolates.level === 'full' ? `A root of its own can't be made here: ${problem}` : `Here it is '${isolates.level}'. ${problem}`
    };
}

async function problemOf(wall: Wall, program: string, log: Log): Promise<string | undefined> {
    let sandbox: Sandbox | undefined;
    try {
        sandbox = new Sandbox(launchOfProcess(wall, program, PROBE_MB), { rssMb: PROBE_MB * 4 }, log);
        const level = levelOf(await sandbox.started());
        return level === 'full' ? undefined : `its wall is '${level}'.`;
    } catch (error) {
        return (error instanceof Error ? error.message : String(error)).trim();
    } finally {
        sandbox?.kill({ code: 'runner_closed' });
        await sandbox?.exited;
    }
}
