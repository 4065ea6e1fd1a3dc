// The training of a page, beside its window so that the window stays quick. Told {module} once, then {start} and {stop}; tells
// {ready}, {reports}, {viewer}, {ended} with the policy's file, {error} of a training, and {unusable} where none can begin.

let library, going = false;

function text_of(begin, size) {
    return new TextDecoder().decode(new Uint8Array(library.memory.buffer, begin, size));
}

// What the C++ library asks of its system. Nothing here has files; what else it may call answers "not supported".
const not_supported = 58;
const system = {
    clock_time_get(_clock, _precision, place) {
        new DataView(library.memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
    },
    environ_sizes_get(count, size) {
        const view = new DataView(library.memory.buffer);
        view.setUint32(count, 0, true);
        view.setUint32(size, 0, true);
        return 0;
    },
    environ_get: () => 0,
};
const imports = {
    wasi_snapshot_preview1: new Proxy(system, {get: (functions, name) => functions[name] ?? (() => not_supported)}),
    page: {fail(begin, size) { throw new Error(text_of(begin, size)); }},
};

function text_after(write) {
    write();
    return text_of(library.text_begin(), library.text_size());
}

function bytes_after(write) {
    write();
    return new Uint8Array(library.memory.buffer, library.text_begin(), library.text_size()).slice();
}

const guarded = work => (...values) => {
    try {
        return work(...values);
    } catch (error) {
        going = false;
        postMessage({error: error.message});
    }
};

const milliseconds_between_reports = 100, milliseconds_between_films = 4000;
let reports = [], reported = 0, filmed = 0;

function send_reports() {
    if (reports.length > 0) {
        postMessage({reports});
    }
    [reports, reported] = [[], performance.now()];
}

function send_film() {
    postMessage({viewer: text_after(library.write_viewer)});
    filmed = performance.now();
}

const iterate = guarded(() => {
    if (!going) {
        return end();
    }
    const goes_on = library.iterate();
    reports.push([library.steps(), library.episode_return()]);
    if (performance.now() - reported > milliseconds_between_reports) {
        send_reports();
    }
    if (performance.now() - filmed > milliseconds_between_films) {
        send_film();
    }
    going = goes_on === 1;
    setTimeout(iterate);  // so that {stop} is heard
});

function end() {
    send_reports();
    send_film();
    postMessage({ended: bytes_after(library.write_policy)});
}

onmessage = async ({data}) => {
    if (data.module) {
        try {
            library = (await WebAssembly.instantiate(data.module, imports)).instance.exports;
            library._initialize();
            postMessage({ready: {learning_rate: library.default_learning_rate()}});
        } catch (error) {
            postMessage({unusable: error instanceof WebAssembly.CompileError
                ? "This browser lacks the vectors of WebAssembly that the training needs (relaxed SIMD). " + error.message
                : error.message});
        }
    } else if (data.start) {
        guarded(({environment, steps, learning_rate, seed}) => {
            library.start(environment, steps, learning_rate, seed);
            going = true;
            [reports, reported, filmed] = [[], 0, 0];
            iterate();
        })(data.start);
    } else if (data.stop) {
        going = false;
    }
};
