// The worker is a module, in the built page too.
export default { worker: { format: "es" } };
