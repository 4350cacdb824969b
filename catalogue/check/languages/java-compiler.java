// Compiles many examples in one process, because starting Java takes longer than compiling an example.
//
// Arguments: the compiler's options, `--`, then for each example its source file and the folder for its classes. For
// each fault it prints a line with the number of the example, the line in its file (-1: none) and the message.

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

class JavaCompiler {
    public static void main(String[] args) throws Exception {
        var words = List.of(args);
        var options = words.subList(0, words.indexOf("--"));
        var paths = words.subList(words.indexOf("--") + 1, words.size());
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            for (int i = 0; i < paths.size(); i += 2) {
                var source = Path.of(paths.get(i));
                files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(source.getParent()));
                files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(Path.of(paths.get(i + 1))));
                var found = new DiagnosticCollector<JavaFileObject>();
                compiler.getTask(null, files, found, options, null, files.getJavaFileObjects(source)).call();
                for (var one : found.getDiagnostics()) {
                    var message = one.getMessage(Locale.ROOT).replaceAll("\\s+", " ");
                    System.out.println(i / 2 + "\t" + one.getLineNumber() + "\t" + message);
                }
            }
        }
    }
}
