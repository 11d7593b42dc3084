import { acceptInvitation, readInvitation, roleCatalog } from '@patchbay/contracts/dashboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { callInstance } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { noticeSignIn } from '../../api/session-state.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { fieldError } from '../../parts/error-text.ts';
import { CentredPage } from '../sign-in/CentredPage.tsx';

/** Behind `#`, so that it is in no log. */
const tokenInAddress = () => window.location.hash.slice(1);

export function JoinPage() {
    const [token] = useState(tokenInAddress);
    const invitation = useQuery({
        queryKey: ['', readInvitation.path, token],
        queryFn: async () => (await callInstance(readInvitation, { body: { token } })).data,
        enabled: token !== '',
        retry: false
    });
    if (token === '' || invitation.error)
        return (
            <CentredPage title="This link cannot be used">
                {invitation.error ? <ErrorNotice error={invitation.error} /> : <p>The link is not complete. Copy the whole of it.</p>}
                <p>
                    <a className="text-accent-text underline" href="/dashboard/">
                        Sign in
                    </a>{' '}
                    if you are a member already.
                </p>
            </CentredPage>
        );
    if (!invitation.data) return <CentredPage title="Patchbay">Loading…</CentredPage>;
    const { email, role, invited_by: inviter, is_first: isFirst } = invitation.data;
    return (
        <CentredPage title={isFirst ? 'Set up your dashboard' : 'Join Patchbay'}>
            <p className="text-text-2">
                {isFirst
                    ? 'You become the first owner. Others join by invitation.'
                    : `${inviter ?? 'The administrator of the server'} has invited you as ${roleCatalog[role].name}: ${roleCatalog[role].allows}.`}
            </p>
            <JoinForm token={token} email={email} />
        </CentredPage>
    );
}

function JoinForm({ token, email: invited }: { token: string; email: string | null }) {
    const client = useQueryClient();
    const router = useRouter();
    const [email, setEmail] = useState(invited ?? '');
    const [name, setName] = useState('');
    const [password, setPassword] = useState('');
    const submit = useMutation({
        mutationFn: () => callInstance(acceptInvitation, { body: { token, email, name, password } }),
        onSuccess: ({ data }) => {
            client.setQueryData(sessionQuery.queryKey, data);
            noticeSignIn(data.member.id);
            router.history.replace('/dashboard/');
        }
    });
    const { error } = submit;
    return (
        <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
                event.preventDefault();
                submit.mutate();
            }}
        >
            {error && <ErrorNotice error={error} />}
            <TextField
                label="Your name"
                autoComplete="name"
                required
                value={name}
                onChange={(event) => setName(event.target.value)}
                error={fieldError(error, 'name')}
            />
            <TextField
                label="E-mail address"
                type="email"
                autoComplete="username"
                required
                readOnly={invited !== null}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                error={fieldError(error, 'email')}
            />
            <TextField
                label="Password"
                type="password"
                autoComplete="new-password"
                required
                minLength={12}
                help="At least 12 characters. A sentence is easy to remember."
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                error={fieldError(error, 'password')}
            />
            <Button look="primary" type="submit" isBusy={submit.isPending}>
                {submit.isPending ? 'Setting up…' : 'Continue'}
            </Button>
        </form>
    );
}
