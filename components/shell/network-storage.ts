// The browser's storage, apart for each network: what was looked at or named on one is never offered on another. The page's frame writes the network's name
// on the document where the console reads several (lib/client/connection-in-use).

export function networkStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const { localStorage } = window;
  const network = document.documentElement.dataset['network'];
  const own = (name: string) => (network === undefined ? name : `${name}@${network}`);
  return {
    getItem: (name) => localStorage.getItem(own(name)),
    setItem: (name, text) => localStorage.setItem(own(name), text),
    removeItem: (name) => localStorage.removeItem(own(name)),
  };
}
