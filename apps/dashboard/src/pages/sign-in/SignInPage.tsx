import { useRouter, useSearch } from '@tanstack/react-router';
import { CentredPage } from './CentredPage.tsx';
import { SignInForm } from './SignInForm.tsx';

export function SignInPage() {
    const { next } = useSearch({ from: '/sign-in' });
    const router = useRouter();
    return (
        <CentredPage title="Sign in to Patchbay">
            {/* Below our own path, so that no other site can be meant. */}
            <SignInForm onSignedIn={() => router.history.push(`/dashboard/${(next ?? '').replace(/^\/+/, '')}`)} />
            <p className="text-small text-text-2">
                First time here? Open the set-up link that the server showed at its first start. On the server, <code>npm run invite</code>{' '}
                makes a new one.
            </p>
        </CentredPage>
    );
}
