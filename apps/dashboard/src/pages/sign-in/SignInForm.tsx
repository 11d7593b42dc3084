import { signIn } from '@patchbay/contracts/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callInstance } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { noticeSignIn, pageOpenedBy } from '../../api/session-state.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { useFirstFocus } from '../../parts/use-first-focus.ts';

/** @param props.email known already, where a session has ended over a page */
export function SignInForm({ email: known = '', onSignedIn }: { email?: string; onSignedIn?: () => void }) {
    const client = useQueryClient();
    const first = useFirstFocus<HTMLInputElement>();
    const [email, setEmail] = useState(known);
    const [password, setPassword] = useState('');
    const submit = useMutation({
        mutationFn: () => callInstance(signIn, { body: { email, password } }),
        onSuccess: ({ data }) => {
            const { id } = data.member;
            // A page is of the member who opened it.
            if ((pageOpenedBy() ?? id) === id) client.setQueryData(sessionQuery.queryKey, data);
            noticeSignIn(id);
            onSignedIn?.();
        }
    });
    return (
        <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
                event.preventDefault();
                submit.mutate();
            }}
        >
            {submit.error && <ErrorNotice error={submit.error} />}
            <TextField
                label="E-mail address"
                type="email"
                autoComplete="username"
                required
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                {...(known === '' && { ref: first })}
            />
            <TextField
                label="Password"
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                {...(known !== '' && { ref: first })}
            />
            <Button look="primary" type="submit" isBusy={submit.isPending}>
                {submit.isPending ? 'Signing in…' : 'Sign in'}
            </Button>
        </form>
    );
}
