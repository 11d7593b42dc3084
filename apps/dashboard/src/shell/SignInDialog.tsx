import { useSession } from '../api/session.ts';
import { SignInForm } from '../pages/sign-in/SignInForm.tsx';
import { Dialog } from '../parts/Dialog.tsx';

/** Over the page, which keeps what was typed into it. */
export default function SignInDialog() {
    const { member } = useSession();
    return (
        <Dialog title="Your session has ended">
            <p className="text-text-2">Sign in again to go on. Nothing that you have typed is lost.</p>
            <SignInForm email={member.email} />
        </Dialog>
    );
}
