// Test programs in Node see the environment variables of Node: GoogleTest's own, and those that choose a seed.
Module.preRun = () => Object.assign(ENV, process.env);
