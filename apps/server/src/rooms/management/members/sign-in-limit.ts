import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { countSignIns, forgetSignIns } from './members.sql.ts';

const windowMs = 15 * 60_000;

interface Subject {
    text: string;
    limit: number;
}

/**
 * Few tries at one member from one address, so that a member can still sign in elsewhere while
 * being attacked; more from all addresses, and at all members from one.
 */
function subjectsOf(email: string, address: string): Subject[] {
    const member = email.toLowerCase();
    return [
        { text: `both ${member} ${address}`, limit: 10 },
        { text: `member ${member}`, limit: 100 },
        { text: `address ${address}`, limit: 100 }
    ];
}

export interface SignInTry {
    email: string;
    address: string;
}

type Needs = Pick<Deps, 'clock' | 'db' | 'keyedHash'>;

/**
 * Before the password is looked at, so that tries at once are counted too.
 * @throws {AppError} `too_many_request`
 */
export async function countSignIn({ clock, db, keyedHash }: Needs, { email, address }: SignInTry): Promise<void> {
    const now = clock.now();
    const subjects = subjectsOf(email, address);
    const hashes = subjects.map(({ text }) => keyedHash.hash(`sign-in ${text}`));
    const counts = await countSignIns(db, hashes, { until: new Date(now.getTime() + windowMs), now });
    const untils = counts.flatMap(({ count, until }, index) => (count > (subjects[index]?.limit ?? 0) ? until.getTime() : []));
    if (untils.length === 0) return;
    const seconds = Math.max(1, Math.ceil((Math.max(...untils) - now.getTime()) / 1000));
    throw new AppError('too_many_request', {
        message: `Too many sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
        retryAfterS: seconds
    });
}

/** One that succeeded: what was mistyped before counts no longer. */
export async function forgetSignIn({ db, keyedHash }: Needs, { email, address }: SignInTry): Promise<void> {
    const [both] = subjectsOf(email, address);
    if (both) await forgetSignIns(db, [keyedHash.hash(`sign-in ${both.text}`)]);
}
