// A page of the console is whole without its scripts, so what a reader sees first does not wait for them: the document is sent with its script tags at rest,
// and a few lines at its head wake them when the first frame has been made, or after WAIT_MS (docs/decisions/019).
// Invariant: nothing but such tags is changed, however the document is cut into pieces; a tag that wakes is the tag that Next wrote, in its place, with the
// nonce of the document's policy. A document without a policy of ours is left as it is.
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Taker } from './front-door';

/** On a slow line the first frame may be long in coming: then the scripts are on their way beside it. */
const WAIT_MS = 150;

const AT_REST = 'after-frame';

/**
 * Runs in the browser. A hidden tab makes no frames, so the clock wakes as well; what is still being sent wakes as it comes. Only tags with the document's
 * nonce wake: the policy trusts what this script makes, so markup that got into the document would run by way of it.
 */
const WAKER = `(()=>{
let awake=false;
const {nonce}=document.currentScript;
const wake=()=>{for(const rest of document.querySelectorAll('script[type="${AT_REST}"]')){
if(rest.nonce!==nonce)continue;
const src=rest.dataset.src,script=document.createElement('script');
for(const {name,value} of rest.attributes)if(name!=='type'&&name!=='data-src')script.setAttribute(name,value);
script.nonce=nonce;script.async=true;script.setAttribute('async','');script.src=src;
if(document.querySelector('script[src="'+src+'"]'))rest.remove();else rest.replaceWith(script)}};
const start=()=>{if(awake)return;awake=true;wake();
if(document.readyState!=='loading')return;
const coming=new MutationObserver(wake);coming.observe(document,{childList:true,subtree:true});
document.addEventListener('DOMContentLoaded',()=>{coming.disconnect();wake()})};
document.addEventListener('DOMContentLoaded',()=>requestAnimationFrame(()=>setTimeout(start)));
setTimeout(start,${WAIT_MS})
})()`.replaceAll('\n', '');

const HEAD = '<head>';
const OPENING = '<script src="';
const TAG = /<script src="(\/_next\/static\/[^"]+)"([^>]*)><\/script>/g;

/** The end of `text` from where it may be a tag that is not whole yet. */
function unfinished(text: string): number {
  const opened = text.lastIndexOf(OPENING);
  if (opened !== -1 && !text.includes('</script>', opened)) return opened;
  const last = text.lastIndexOf('<');
  const tail = last === -1 ? '' : text.slice(last);
  return tail !== '' && (OPENING.startsWith(tail) || HEAD.startsWith(tail)) && tail !== HEAD
    ? last
    : text.length;
}

/** Puts the script tags of a document at rest, piece by piece. Bytes are handed over as latin1, which keeps every one. */
export function puttingToRest(nonce: string): { piece: (text: string) => string; end: () => string } {
  let held = '';
  let woken = false;
  const changed = (text: string) => {
    // Only below a head that wakes them may tags rest.
    if (!woken && !text.includes(HEAD)) return text;
    const resting = text.replace(TAG, (tag: string, src: string, attributes: string) =>
      attributes.includes(' async=""')
        ? `<script type="${AT_REST}" data-src="${src}"${attributes.replace(' async=""', '')}></script>`
        : tag,
    );
    if (woken) return resting;
    woken = true;
    return resting.replace(HEAD, () => `${HEAD}<script nonce="${nonce}">${WAKER}</script>`);
  };
  return {
    piece(text) {
      const all = held + text;
      const cut = unfinished(all);
      held = all.slice(cut);
      return changed(all.slice(0, cut));
    },
    end() {
      const left = changed(held);
      held = '';
      return left;
    },
  };
}

const nonceOf = (response: ServerResponse): string | undefined =>
  /'nonce-([^']+)'/.exec(String(response.getHeader('content-security-policy') ?? ''))?.[1];

type Written = string | Uint8Array;

/** From here on what is written to `response` is a document. Next's compression, which comes before the wire, is already in its place. */
function interpose(response: ServerResponse): void {
  const nonce = nonceOf(response);
  if (nonce === undefined) return;
  const rest = puttingToRest(nonce);
  const textOf = (chunk: Written, encoding: unknown) =>
    (typeof chunk === 'string'
      ? Buffer.from(chunk, encoding as BufferEncoding | undefined)
      : Buffer.from(chunk)
    ).toString('latin1');
  const write = response.write.bind(response) as (chunk: Buffer, done?: () => void) => boolean;
  const end = response.end.bind(response) as (chunk: Buffer | undefined, done?: () => void) => ServerResponse;
  const callback = (args: readonly unknown[]) =>
    args.find((arg): arg is () => void => typeof arg === 'function');
  // It becomes longer than Next reckoned.
  const unmeasured = () => void (response.headersSent || response.removeHeader('Content-Length'));
  response.write = (chunk: Written, ...args: unknown[]) => {
    unmeasured();
    return write(Buffer.from(rest.piece(textOf(chunk, args[0])), 'latin1'), callback(args));
  };
  response.end = (...args: unknown[]) => {
    unmeasured();
    const last = typeof args[0] === 'string' || args[0] instanceof Uint8Array ? args[0] : '';
    const left = rest.piece(textOf(last, args[1])) + rest.end();
    // Nothing is not an empty piece: an end without a piece may come twice.
    return end(left === '' ? undefined : Buffer.from(left, 'latin1'), callback(args));
  };
}

/** Lets every request pass, and watches for a document in the answer. */
export const frameFirst: Taker = ({ method }: IncomingMessage, response) => {
  if (method !== 'GET') return false;
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name: string, value: OutgoingHttpHeader) => {
    setHeader(name, value);
    if (name.toLowerCase() === 'content-type' && String(value).startsWith('text/html')) {
      response.setHeader = setHeader;
      interpose(response);
    }
    return response;
  };
  return false;
};
