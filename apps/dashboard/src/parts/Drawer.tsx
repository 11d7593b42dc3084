import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSessionState } from '../api/session-state.ts';
import { afterFocusReturns } from './after-focus-returns.ts';

/** Beside the page, over it on a phone; its address is the page's with the object in it. */
export function Drawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
    useFocusBack();
    // It lies outside of the page, which is hidden from another member.
    const isShown = useSessionState() !== 'other';
    return (
        <ModalOverlay
            isOpen={isShown}
            isDismissable
            onOpenChange={(isOpen) => !isOpen && onClose()}
            className="fixed inset-0 z-20 bg-black/40"
        >
            <Modal className="absolute inset-y-0 right-0 w-full max-w-2xl border-l border-hairline bg-surface shadow-raised">
                <Dialog className="flex h-full flex-col outline-none">
                    <header className="flex items-start justify-between gap-3 border-b border-hairline p-4">
                        <Heading slot="title" level={2} className="text-lead font-semibold [overflow-wrap:anywhere]">
                            {title}
                        </Heading>
                        <Button
                            slot="close"
                            aria-label="Close"
                            className="inline-flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
                        >
                            <X aria-hidden size={20} strokeWidth={1.75} />
                        </Button>
                    </header>
                    <div className="flex flex-1 flex-col gap-5 overflow-auto p-4">{children}</div>
                </Dialog>
            </Modal>
        </ModalOverlay>
    );
}

/** React Aria gives the focus back, but not where the page has taken it for lost meanwhile. */
function useFocusBack(): void {
    useLayoutEffect(() => {
        const opener = document.activeElement;
        return () =>
            afterFocusReturns(() => {
                const { activeElement } = document;
                const isLost = activeElement === document.body || activeElement === document.querySelector('main');
                if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
            });
    }, []);
}
