import { changePassword, listMemberSessions, signOut } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { TextField } from '../../../parts/Field.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../../parts/Page.tsx';
import { Time } from '../../../parts/Time.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import { KeySwitches } from '../../../shell/KeySwitches.tsx';
import { browserOf } from './browser-of.ts';

/** Nothing of the session stays in the page. */
const leave = () => window.location.assign('/dashboard/sign-in');

export function AccountPage() {
    const { member } = useSession();
    const leaving = useChange(signOut);
    return (
        <>
            <Card
                title={member.name}
                actions={
                    <Button isBusy={leaving.isPending} onClick={() => leaving.mutate({ body: {} }, { onSuccess: leave })}>
                        Sign out
                    </Button>
                }
            >
                <p className="p-4">{member.email}</p>
                {leaving.error && <ErrorNotice error={leaving.error} />}
            </Card>
            <PasswordForm />
            <Card title="Keyboard">
                <div className="p-4">
                    <KeySwitches />
                </div>
            </Card>
            <Sessions />
        </>
    );
}

function PasswordForm() {
    const [current, setCurrent] = useState('');
    const [password, setPassword] = useState('');
    const change = useChange(changePassword, [listMemberSessions]);
    return (
        <Card title="Password">
            <form
                className="flex max-w-md flex-col gap-4 p-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    change.mutate(
                        { body: { current, password } },
                        {
                            onSuccess: () => {
                                setCurrent('');
                                setPassword('');
                            }
                        }
                    );
                }}
            >
                {change.error && <ErrorNotice error={change.error} />}
                {change.isSuccess && <Notice tone="ok">The password is changed. You are signed out everywhere else.</Notice>}
                <TextField
                    label="Current password"
                    type="password"
                    autoComplete="current-password"
                    required
                    value={current}
                    onChange={(event) => setCurrent(event.target.value)}
                />
                <TextField
                    label="New password"
                    type="password"
                    autoComplete="new-password"
                    required
                    minLength={12}
                    help="At least 12 characters."
                    value={password}
                    onChange={(event) => setPassword(event.target.value)}
                    error={fieldError(change.error, 'password')}
                />
                <div>
                    <Button type="submit" isBusy={change.isPending}>
                        Change password
                    </Button>
                </div>
            </form>
        </Card>
    );
}

function Sessions() {
    const sessions = useRead(listMemberSessions, {});
    const leaving = useChange(signOut);
    return (
        <Card
            title="Where you are signed in"
            actions={
                <Button
                    look="danger"
                    isBusy={leaving.isPending}
                    onClick={() => leaving.mutate({ body: { everywhere: true } }, { onSuccess: leave })}
                >
                    Sign out everywhere
                </Button>
            }
        >
            {sessions.isPending && <SkeletonRows count={2} />}
            {sessions.error && <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
            <ul>
                {sessions.data?.data.map((session) => (
                    <li key={session.id} className="border-t border-hairline px-4 py-3 first:border-0">
                        <p className="[overflow-wrap:anywhere]" title={session.user_agent}>
                            {browserOf(session.user_agent)} {session.is_this_one && <strong>(this one)</strong>}
                        </p>
                        <p className="text-small text-text-2">
                            Since <Time at={session.created_at} />, last used <Time at={session.last_seen_at} />
                        </p>
                    </li>
                ))}
            </ul>
        </Card>
    );
}
