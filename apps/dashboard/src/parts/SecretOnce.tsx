import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './Copy.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

/** A secret, the one time that it is shown. @param what as “signing key” */
export function SecretOnceDialog({
    title,
    what,
    secret,
    onClose,
    children
}: {
    title: string;
    what: string;
    secret: string;
    onClose: () => void;
    children?: ReactNode;
}) {
    return (
        <Dialog title={title} onClose={onClose}>
            <Notice tone="warn">Copy the {what} now: it is not shown again. Keep it on your server, never in a browser or an app.</Notice>
            <code className="rounded-control bg-sunken p-3 [overflow-wrap:anywhere]">{secret}</code>
            {children}
            <DialogActions>
                <Button onClick={onClose}>Done</Button>
                <CopyButton text={secret} look="primary">
                    {`Copy ${what}`}
                </CopyButton>
            </DialogActions>
        </Dialog>
    );
}
