// Local storage, separate for each network (lib/client/connection-in-use puts its name on the document).

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
