import { findPrograms, rootedWall, type Wall, type WallLevel } from './wall.ts';

/** Where functions with `engine: 'process'` run, or why nowhere. */
export type ProcessWall = { wall: Wall; program: string; isTrusted: boolean } | { reason: string };

/**
 * The wall around a process that holds Node's own modules.
 * @param isolates the wall around isolates; @param isTrusted takes it where it is not full
 */
export function processWallOf(
    isolates: { wall: Wall; level: WallLevel; reason: string | null },
    { isTrusted }: { isTrusted: boolean }
): ProcessWall {
    const { process: program } = findPrograms();
    const wall = isolates.wall.hasRoot ? rootedWall([program]) : isolates.wall;
    if (wall && (isolates.level === 'full' || isTrusted)) return { wall, program, isTrusted };
    return { reason: `Here it is '${isolates.level}'. ${isolates.reason ?? ''}`.trim() };
}
