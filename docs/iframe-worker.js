// The search runs in a Worker. A browser starts none for a page in a folder, so there it runs in a hidden frame with the same interface.
if (location.protocol === "file:") {
    window.Worker = class extends EventTarget {
        constructor(url) {
            super();
            const frame = document.body.appendChild(document.createElement("iframe"));
            frame.hidden = true;
            this.inner = frame.contentWindow;
            this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
            this.ready = new Promise((resolve, reject) => {
                const script = frame.contentDocument.createElement("script");
                script.src = new URL(url, location.href);
                script.onload = resolve;
                script.onerror = reject;
                frame.contentDocument.body.append(script);
            });
        }
        postMessage(data) {
            this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
        }
    };
}
