import { readDashboardSession } from '@patchbay/contracts/dashboard';
import { useQuery } from '@tanstack/react-query';
import { callAsSignedIn } from '../api/client.ts';
import { setSignedIn } from '../api/session-state.ts';
import { useSession } from '../api/session.ts';
import { SignInForm } from '../pages/sign-in/SignInForm.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';

/** Over a page that one member has opened, once another has signed in to the browser. */
export default function OtherMemberDialog() {
    const { member } = useSession();
    const signedIn = useQuery({
        queryKey: ['', readDashboardSession.path, 'signed in'],
        queryFn: async () => {
            const { member: now } = (await callAsSignedIn(readDashboardSession, {})).data;
            // It may be the page's again: a late response can renew the cookie of before.
            setSignedIn(now.id);
            return now;
        },
        refetchOnWindowFocus: 'always',
        retry: false,
        gcTime: 0
    });
    const other = signedIn.data?.name ?? 'another member';
    return (
        <Dialog title={`This browser is signed in as ${other} now`}>
            <p className="text-text-2">
                {member.name} has opened this page. Nothing of it is shown or sent in the name of {other}, and what was typed is kept.
            </p>
            <div>
                <Button className="max-w-full whitespace-normal!" onClick={() => location.reload()}>
                    Go on as {other}, and drop what was typed
                </Button>
            </div>
            <p className="text-text-2">Or go on as {member.name}:</p>
            <SignInForm email={member.email} />
        </Dialog>
    );
}
