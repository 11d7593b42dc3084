import { getHealthDetail } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { version } from '../../../version.ts';
import { ping } from '../../platform/about/about.sql.ts';
import { checkCompiler } from './check-compiler.ts';

export const runRoutes = [
    route(getHealthDetail, async ({ db, functionRunner, compilerChecks }) => {
        const [wall, compiler] = await Promise.all([functionRunner.wall(), compilerChecks.get('', checkCompiler), ping(db)]);
        const compilerReason = compiler?.reason ?? null;
        return {
            result: 'ok' as const,
            version,
            database: 'ok' as const,
            functions: {
                wall: wall.level,
                wall_reason: wall.reason,
                compiler: compilerReason === null ? ('available' as const) : ('unavailable' as const),
                compiler_reason: compilerReason
            }
        };
    })
];
