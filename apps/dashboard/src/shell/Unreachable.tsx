import { WifiOff } from 'lucide-react';
import { useIsReached } from '../api/reachability.ts';

/** Over all pages, which keep what they have read. */
export function Unreachable() {
    const isReached = useIsReached();
    return (
        <div role="status">
            {!isReached && (
                <p className="flex items-center gap-3 border-b border-warn bg-warn-soft px-4 py-3 md:px-8">
                    <WifiOff aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-warn" />
                    The server cannot be reached. What you see was read before, and nothing that you typed is lost. It goes on by itself
                    when the network is back.
                </p>
            )}
        </div>
    );
}
