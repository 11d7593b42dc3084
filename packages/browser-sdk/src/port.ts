import { isHello, protocolVersion, readFromWidget } from '@patchbay/contracts/widget-message';
import type { FromWidget, Hello, Init, ToWidget } from '@patchbay/contracts/widget-message';

export interface WidgetPort {
    /** Messages that were not acted on: malformed, unknown, from elsewhere or too late. */
    ignored: number;
    /** Does nothing before the widget is connected. */
    send(message: ToWidget): void;
    close(): void;
}

/**
 * Waits for the widget's hello, answers it with `init` and a port, and from then on listens to that
 * port alone: whatever else loads in the frame, or speaks to this window, is not heard.
 * @param widgetOrigin compared as a whole string; also the only origin that `init`, which may hold
 * the session token, is sent to
 * @param describe called when the hello arrives, so that the newest token and options go along
 * @param onMessage the hello too, after it was answered
 */
export function waitForWidget(
    frame: HTMLIFrameElement,
    widgetOrigin: string,
    describe: () => Pick<Init, 'token' | 'options'>,
    onMessage: (message: Hello | FromWidget) => void
): WidgetPort {
    let port: MessagePort | undefined;
    const line: WidgetPort = {
        ignored: 0,
        send: (message) => port?.postMessage(message),
        close() {
            removeEventListener('message', replyToHello);
            port?.close();
        }
    };

    function replyToHello({ data, origin, source }: MessageEvent<unknown>): void {
        const isOurs = source && source === frame.contentWindow;
        const isGreeting = isHello(data);
        if (!port && isOurs && origin === widgetOrigin && isGreeting) {
            const channel = new MessageChannel();
            port = channel.port1;
            // Assigned, because that also starts the port; a listener would not.
            port.onmessage = (event: MessageEvent<unknown>) => {
                const message = readFromWidget(event.data);
                if (message) onMessage(message);
                else line.ignored++;
            };
            const init: Init = { patchbay: 1, type: 'init', nonce: data.nonce, version: protocolVersion, ...describe() };
            source.postMessage(init, widgetOrigin, [channel.port2]);
            onMessage(data);
        }
        // Messages between other scripts are not errors.
        else if (isOurs || isGreeting) line.ignored++;
    }
    addEventListener('message', replyToHello);
    return line;
}
