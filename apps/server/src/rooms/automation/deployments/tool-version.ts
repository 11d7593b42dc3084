import { AppError } from '@patchbay/contracts';

const oldest = [0, 67] as const;

/**
 * @param version of the CLI or SDK that sends, such as `0.71.10-zero`; absent: it does not say
 * @throws {AppError} `invalid_cli_version`
 * @see GET /changes, 2026-01-20
 */
export function requireCurrentTool(version: string | undefined): void {
    const [, major, minor] = /^(\d{1,9})\.(\d{1,9})\./.exec(version ?? '') ?? [];
    if (major === undefined || minor === undefined) return;
    if (Number(major) > oldest[0] || Number(minor) >= oldest[1]) return;
    throw new AppError('invalid_cli_version', {
        message: `Version ${version} is too old: 0.67.0 or later is needed. Run npm install patchbay@latest.`,
        payload: { version, oldest: '0.67.0' }
    });
}
