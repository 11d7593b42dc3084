import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { errorText } from './error-text.ts';

type Tone = 'danger' | 'warn' | 'ok' | 'info';

const tones = {
    danger: { box: 'bg-danger-soft border-danger', text: 'text-danger', Icon: CircleAlert },
    warn: { box: 'bg-warn-soft border-warn', text: 'text-warn', Icon: TriangleAlert },
    ok: { box: 'bg-ok-soft border-ok', text: 'text-ok', Icon: CircleCheck },
    info: { box: 'bg-info-soft border-info', text: 'text-info', Icon: Info }
} as const;

export function Notice({ tone, title, children, actions }: { tone: Tone; title?: string; children?: ReactNode; actions?: ReactNode }) {
    const { box, text, Icon } = tones[tone];
    return (
        <div role={tone === 'danger' ? 'alert' : 'status'} data-notice className={`flex gap-3 rounded-card border p-4 ${box}`}>
            <Icon aria-hidden size={20} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${text}`} />
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {title !== undefined && <p className="font-semibold text-text">{title}</p>}
                <div className="text-text">{children}</div>
                {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
            </div>
        </div>
    );
}

/** A part of a page that could not be read; the rest of the page stays. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
    const { message, code } = errorText(error);
    return (
        <Notice tone="danger" actions={onRetry && <Button onClick={onRetry}>Try again</Button>}>
            <p>{message}</p>
            {code !== undefined && (
                <p className="text-small text-text-2">
                    Code <code>{code}</code>
                </p>
            )}
        </Notice>
    );
}
