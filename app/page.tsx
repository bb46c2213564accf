export default function Home() {
  return <h1>Dagscope</h1>;
}
